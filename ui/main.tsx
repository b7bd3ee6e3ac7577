import './styles.css';
import { render } from 'preact';
import { followAddress } from './base/address.js';
import { followKeys } from './base/keys.js';
import { openSession } from './base/session.js';
import { showTheme } from './base/theme.js';
import { Page } from './frame/page.js';

showTheme();
followAddress();
followKeys();
void openSession();
const place = document.getElementById('page');
if (place) render(<Page />, place);
