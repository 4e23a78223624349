/**
 * A comparison as a gate in CI: its policy's file, its exit code, JUnit XML, Markdown and JSON. What it decides by is
 * {@code io.tidemark.analysis.compare}'s.
 */
@NullMarked
package io.tidemark.app.gate;

import org.jspecify.annotations.NullMarked;
