package io.tidemark.analysis.soak;

/**
 * Requests that were due in a time, by how they ended.
 *
 * @param ok complete answers
 * @param empty answers with status 200 and without a token
 * @param outputTokens of the ok ones; 0 beside ok ones where they are not known
 */
public record SoakCounts(long due, long ok, long empty, long outputTokens) {
    static final SoakCounts NONE = new SoakCounts(0, 0, 0, 0);

    public SoakCounts {
        if (ok < 0 || empty < 0 || ok + empty > due) {
            throw new IllegalArgumentException("ok and empty must be at least 0 and together at most due = " + due
                    + " but were " + ok + " and " + empty);
        }
    }

    SoakCounts withoutTokens() {
        return new SoakCounts(due, ok, empty, 0);
    }

    /** Tokens of a part that are not known leave those of the whole unknown. */
    SoakCounts plus(SoakCounts other) {
        return new SoakCounts(
                due + other.due,
                ok + other.ok,
                empty + other.empty,
                knowsTokens() && other.knowsTokens() ? outputTokens + other.outputTokens : 0);
    }

    private boolean knowsTokens() {
        return outputTokens > 0 || ok == 0;
    }
}
