import { OmitType } from '@nestjs/swagger';
import { LoginDto, LoginRequest } from '../login/login.dto.js';

export class CookieLoginRequest extends OmitType(LoginRequest, ['login_method']) {}

export class CookieSessionDto extends OmitType(LoginDto, ['session_token']) {}
