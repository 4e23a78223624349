/**
 * The rules that an input event must keep to be counted.
 *
 * <p>In comes a decoded event and the append time of its record; out goes nothing, or an {@link InvalidEventException} that names field, value and rule.
 *
 * <p>Begin with {@link EventValidator} for tokens and requests and {@link ControlValidator} for control, heartbeats and scrapes.
 */
@NullMarked
package io.tidemark.streams.validation;

import org.jspecify.annotations.NullMarked;
