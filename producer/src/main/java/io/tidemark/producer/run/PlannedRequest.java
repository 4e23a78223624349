package io.tidemark.producer.run;

import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallRequest;
import io.tidemark.producer.workload.Prompt;

/**
 * A request ready for its moment.
 *
 * @param number in the lane, from 0
 */
record PlannedRequest(long number, int step, StepPart part, long dueNanos, Prompt prompt, CallRequest call) {}
