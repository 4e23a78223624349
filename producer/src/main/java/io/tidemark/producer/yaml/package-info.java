/**
 * Strict YAML: every value keeps its file and line, and a key that no reader asks for is an error.
 *
 * <p>In: YAML text. Out: typed values of a {@link YamlSection}, or all problems at once in {@link InvalidYamlException}.
 *
 * <p>Begin with {@link YamlSection} and {@link ValueTypes}.
 */
@NullMarked
package io.tidemark.producer.yaml;

import org.jspecify.annotations.NullMarked;
