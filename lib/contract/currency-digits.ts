/** The codes of ISO 4217, list one, that have a minor unit, by its digits. HRK, SLL and ZWL are withdrawn. */
const codesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU ' +
    'CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES ' +
    'KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB ' +
    'PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD ' +
    'TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG ZWL',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCode = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

export const currencyCodes = [...digitsByCode.keys()].sort();

/** The digits of a currency's minor unit, such as 2 for cents. It is null for no code of ISO 4217. `Intl` has other digits. */
export function findCurrencyDigits(code: string): number | null {
  return digitsByCode.get(code) ?? null;
}

/** The currency of an app or a snapshot. A row of an earlier version has no digits, and gets those of ISO 4217. */
export const toCurrency = (of: { currency: string; currencyDigits: number | null }) => ({
  currency: of.currency,
  currency_digits: of.currencyDigits ?? findCurrencyDigits(of.currency) ?? 2,
});
