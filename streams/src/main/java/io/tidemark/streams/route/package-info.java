/**
 * Control, heartbeats and scrapes to the inboxes: in come raw events, out go union records keyed by run or target, or dead
 * letters. It keeps nothing and must not know what runs or targets do with them.
 */
@NullMarked
package io.tidemark.streams.route;

import org.jspecify.annotations.NullMarked;
