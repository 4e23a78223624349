package io.tidemark.analysis.measure;

import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;

/**
 * Whether a run kept its SLO at a load.
 *
 * @param load requests per second or in flight
 */
public record SloAtLoad(LoadKind loadKind, double load, Verdict verdict) {}
