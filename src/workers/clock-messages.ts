export interface ClockRequest {
  id: number;
  /** Null calls the alarm off. */
  milliseconds: number | null;
}

export interface ClockReply {
  id: number;
}
