package io.tidemark.producer.plan.server;

/**
 * One variable of a server's environment.
 *
 * @param origin file and line that it is from, for tables and messages
 */
public record EnvironmentEntry(String name, EnvironmentValue value, String origin) {}
