package io.tidemark.simulator.config;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A profile as its file has it.
 *
 * @param profile what flags cannot change
 * @param server what vLLM's flags are on this hardware by default
 */
record ProfileFile(Profile profile, ObjectNode server) {}
