import { enterByLink } from '@/lib/http/enter';

export const GET = enterByLink;
