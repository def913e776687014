/** An answer in the making. The one Response is made of it at the very end, because making one costs the most. */
export interface Answer {
  status: number;
  /** Beside those that every answer carries; where it names one of those, its own counts. */
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

/** A body that is sent as JSON with status 200, and headers beside the usual ones. */
export function json(body: unknown, headers: Record<string, string> = {}): Answer {
  return jsonText(JSON.stringify(body), headers);
}

/** As `json`, of what is JSON already. */
export function jsonText(body: string, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** As `json`, with status 201: the request made what the body tells of. */
export function createdJson(body: unknown): Answer {
  return { ...json(body), status: 201 };
}

/** Leads a form's sender on to another page of this origin. */
export function seeOther(path: string, headers: Record<string, string> = {}): Answer {
  return { status: 303, headers: { ...headers, Location: path }, body: null };
}
