package io.tidemark.sinks.store;

import java.util.Map;

/**
 * Some changes of a batch will never be taken, for what they hold: a key longer than the database's index has room for, or an event that
 * contradicts itself, so that no row can be made of it. Nothing of
 * the batch was stored; without these changes it can be.
 */
public final class RefusedException extends StoreException {
    private static final long serialVersionUID = 1L;

    private final transient Map<Integer, String> reasons;

    /** @param reasons the words of the database or of what cannot be made a row, by the change's place in the batch */
    public RefusedException(String where, Map<Integer, String> reasons, Throwable cause) {
        super(
                where + " refuses " + reasons.size() + " of a batch's records for what they hold, the first with: "
                        + reasons.values().iterator().next(),
                cause);
        this.reasons = Map.copyOf(reasons);
    }

    /** The words of the database, or of what cannot be made a row, by the change's place in the batch. */
    public Map<Integer, String> reasons() {
        return reasons;
    }
}
