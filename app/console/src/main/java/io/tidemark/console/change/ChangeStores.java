package io.tidemark.console.change;

import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.baseline.BaselineStore;

/**
 * The parts of the store that changes are written to, each opened at its first change.
 *
 * @param alerts not closed by {@link #close()}; the caller that opened it closes it
 */
public record ChangeStores(AlertStore alerts, BaselineStore baselines, AnnotationStore annotations)
        implements AutoCloseable {
    public static ChangeStores of(StoreAddress store, AlertStore alerts) {
        return new ChangeStores(alerts, store.openBaselines(), store.openAnnotations());
    }

    @Override
    public void close() {
        baselines.close();
        annotations.close();
    }
}
