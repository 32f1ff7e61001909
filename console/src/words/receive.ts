/** Texts of the dialog that receives order lines. */
export const words = {
  receiveTitle: 'Receive',
  receiveAll: 'All outstanding',
  receiveNow: 'Received so far',
  outstanding: 'Outstanding',
} as const;
