// Escapes the text of a file for programs, such as CSV, which is all data.
import { overrides } from '../services/unsafe-characters.js';
import { visible } from './visible.js';

const acting = new RegExp(`[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f${overrides}]`, 'g');

/** Escapes only controls save tab, line feed and carriage return, and the overrides of the direction. */
export const escapeData = (text: string): string => text.replace(acting, visible);
