import { datedPriceSchema } from '../../../judgement/spending';
import type { StoredSettings } from '../../../kit/storage/stored-settings';
import { z } from '../../../kit/zod';

export const mostAtOnce = 256;

const fieldsSchema = z.strictObject({
  baseUrl: z.string(),
  model: z.string(),
  atOnce: z.int().min(1).max(mostAtOnce),
  temperature: z.number().min(0).max(2).nullable(),
});
const keptPriceSchema = z.strictObject({ origin: z.string(), model: z.string(), ...datedPriceSchema.shape });

export const apiSettingsSchema = z.strictObject({
  provider: z.string(),
  /** By provider. */
  forms: z.record(z.string(), fieldsSchema),
  prices: z.array(keptPriceSchema),
  /** Origins that cases may be sent to without a question. */
  trusted: z.array(z.string()).default([]),
});

/** What a person fills in for one provider. */
export type ProviderFields = z.infer<typeof fieldsSchema>;
export type KeptPrice = z.infer<typeof keptPriceSchema>;
/** How the form was left. Keys have no place here. */
export type ApiSettingsKept = z.infer<typeof apiSettingsSchema>;
export type ApiSettingsStore = StoredSettings<ApiSettingsKept>;
