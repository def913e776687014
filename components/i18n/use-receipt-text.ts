import { useText } from './text-provider';

/** The texts of the receipt, which every page has: a dialog is hidden while a part of it loads. */
export const useReceiptText = () => useText().receipt;
