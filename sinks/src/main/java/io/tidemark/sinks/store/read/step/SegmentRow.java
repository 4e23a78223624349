package io.tidemark.sinks.store.read.step;

/** What a segment of a step gave: its result's measured part is the segment, by when requests were due. */
public record SegmentRow(int step, int segment, StepResultRow result) {}
