package io.tidemark.schemas.meter;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.Immutable;
import io.micrometer.core.instrument.Meter;

/**
 * What a meter is.
 *
 * @param id as Micrometer names it
 * @param unit base unit; empty for counts
 * @param tags keys of the labels that it has of itself
 */
@Immutable
public record MeterDefinition(String id, Meter.Type type, String unit, String meaning, ImmutableList<String> tags) {}
