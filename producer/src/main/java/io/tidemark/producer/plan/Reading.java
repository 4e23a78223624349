package io.tidemark.producer.plan;

/** What the sections of one plan share while it is read. */
record Reading(Problems problems, PlanKeys keys) {}
