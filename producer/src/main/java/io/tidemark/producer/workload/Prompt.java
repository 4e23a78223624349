package io.tidemark.producer.workload;

import java.util.OptionalInt;

/**
 * What one request asks.
 *
 * @param plannedPromptTokens tokens that the text aims at; empty when nobody planned them
 * @param outputTokens most tokens asked for
 * @param exactOutput whether exactly so many are wanted
 */
public record Prompt(
        String text, OptionalInt plannedPromptTokens, int outputTokens, boolean exactOutput, String requestClass) {}
