/** Makes this process do what its parent asks by messages, one at a time, until the parent is gone. */
export function answerMessages<Order, Result>(work: (order: Order) => Promise<Result>): void {
  process.once('disconnect', () => process.exit());
  process.on('message', async (order: Order) => {
    try {
      process.send?.({ result: await work(order) });
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
  process.send?.('ready');
}
