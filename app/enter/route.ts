import { endpoint } from '@/lib/http/endpoint';
import { enterByLink } from '@/lib/http/enter';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/enter', { GET: enterByLink });
