/** Date of the contract, sent as `API-Version` on every answer. Changes only add, so it is never part of a path. */
export const apiVersion = '2026-11-21';
