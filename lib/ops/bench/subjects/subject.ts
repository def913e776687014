/** What is measured: processes that answer the same requests. */
export interface Subject {
  name: string;
  ports: number[];
  pids: number[];
}
