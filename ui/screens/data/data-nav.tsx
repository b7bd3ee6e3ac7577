import './data.css';
import { linkTo, useAddress } from '../../base/address.js';

const rooms = { uploads: 'Uploads', quality: 'Data quality', analysis: 'Analysis' } as const;

/** Leads between the screens of data. A screen that the role may not open names the missing permission. */
export function DataNav() {
  const room = useAddress().path.split('/')[2];
  return (
    <nav class="tabs" aria-label="Data">
      {Object.entries(rooms).map(([name, title]) => (
        <a key={name} href={linkTo(`/data/${name}`)} aria-current={name === room ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
