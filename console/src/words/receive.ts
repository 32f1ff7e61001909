/** What is said where lines of an order are received. */
export const words = {
  receiveTitle: 'Receive',
  receiveAll: 'All outstanding',
  receiveNow: 'Received so far',
  outstanding: 'Outstanding',
} as const;
