-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "currency_digits" INTEGER;

-- The digits in which amounts are stored: those of Intl of Node.js 20 to 26, which has none for the second group of codes.
UPDATE "apps" SET "currency_digits" = CASE
  WHEN "currency" IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF',
    'XPF') THEN 0
  WHEN "currency" IN ('AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IQD', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SOS', 'SYP', 'YER')
    THEN 0
  WHEN "currency" IN ('BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
  WHEN "currency" IN ('CLF', 'UYW') THEN 4
  ELSE 2 END;
