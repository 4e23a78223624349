package io.tidemark.sinks.store.read.step;

import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;

/**
 * The verdict on a step, of all its targets and classes together.
 *
 * @param load requests per second asked, or requests in flight
 */
public record StepVerdictRow(int step, LoadKind loadKind, double load, Verdict verdict) {}
