import { createSheetReader, type SheetRequest } from '@/lib/price-list/yaml/sheet-request';

const answer = createSheetReader();

addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => postMessage(answer(data)));
