/**
 * The SQL of the result store, once for all databases: tables, migrations, writers and reads. It knows no driver: how connections are
 * opened and what differs between databases comes from {@link io.tidemark.sinks.store.sqlite} and its siblings.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc;

import org.jspecify.annotations.NullMarked;
