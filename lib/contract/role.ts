/** What a caller may do: `member` reads, `owner` reads and switches, `product` also sees what is not public. */
export const roles = ['member', 'owner', 'product'] as const;

export type Role = (typeof roles)[number];
