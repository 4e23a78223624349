package io.tidemark.sinks.store;

import java.util.Map;

/**
 * The database will never take some changes of a batch, for what they hold, such as a key longer than its index has room for. Nothing of
 * the batch was stored; without these changes it can be.
 */
public final class RefusedException extends StoreException {
    private static final long serialVersionUID = 1L;

    private final transient Map<Integer, String> reasons;

    /** @param reasons the database's own words, by the change's place in the batch */
    public RefusedException(String where, Map<Integer, String> reasons, Throwable cause) {
        super(
                where + " refuses " + reasons.size() + " of a batch's records for what they hold, the first with: "
                        + reasons.values().iterator().next(),
                cause);
        this.reasons = Map.copyOf(reasons);
    }

    /** The database's own words, by the change's place in the batch. */
    public Map<Integer, String> reasons() {
        return reasons;
    }
}
