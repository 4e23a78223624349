package io.tidemark.alerts.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * What values of the file refer to.
 *
 * @param directory that names of files are relative to
 * @param environment variables of the process
 */
record FileContext(Path directory, Map<String, String> environment) {}
