package io.tidemark.streams.compare;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A walk over the phases of an experiment, all of which are to be compared with a base that has a new result. It goes in parts, in the order of
 * the phases' names. If the base has another result on the way, the walk goes around once more, to where it was then.
 *
 * @param done phase that was compared last; empty before the first by name
 * @param end phase that is compared last; empty for the last by name
 * @param wrapsAround whether the walk began again at the first name, so that it ends at {@code end}
 * @param atMillis when the base's result came, milliseconds since the epoch
 * @param earlier what stood before and is withdrawn on the way where it stands no more
 */
record BaselinePass(String done, String end, boolean wrapsAround, long atMillis, List<Earlier> earlier) {
    /** Of earlier bases, the newest: each costs a comparison with every phase. */
    private static final int MAX_EARLIER = 64;

    BaselinePass {
        earlier = List.copyOf(earlier.subList(Math.max(0, earlier.size() - MAX_EARLIER), earlier.size()));
    }

    /**
     * A base as it was before a run changed it.
     *
     * @param phase that was the base
     * @param run that changed it
     * @param status of the run if it counts no more, e.g. INVALID; empty if the run, or its plan, made another phase the base
     */
    record Earlier(String phase, String run, String status) {
        /** Whether the base, as it was, had results of the run. */
        boolean hadRun() {
            return !status.isEmpty();
        }

        private void write(WireWriter out) {
            out.text(phase).text(run).text(status);
        }
    }

    static BaselinePass begun(long atMillis) {
        return new BaselinePass("", "", false, atMillis, List.of());
    }

    /** The base has another result. */
    BaselinePass again(long nowMillis) {
        return new BaselinePass(done, done, false, nowMillis, earlier);
    }

    /** The base was another one, or had another run. */
    BaselinePass from(Earlier base) {
        List<Earlier> bases = new ArrayList<>(earlier);
        bases.add(base);
        return new BaselinePass(done, end, wrapsAround, atMillis, bases);
    }

    BaselinePass after(String phase) {
        return new BaselinePass(phase, end, wrapsAround, atMillis, earlier);
    }

    /** At the last name: whether it goes on at the first. */
    boolean isSecondRound() {
        return !wrapsAround && !end.isEmpty();
    }

    BaselinePass fromStart() {
        return new BaselinePass("", end, true, atMillis, earlier);
    }

    /** Whether this phase is still to be compared. */
    boolean includes(String phase) {
        return !wrapsAround || phase.compareTo(end) <= 0;
    }

    byte[] toBytes() {
        WireWriter out = WireWriter.versioned()
                .text(done)
                .text(end)
                .flag(wrapsAround)
                .count(atMillis)
                .count(earlier.size());
        earlier.forEach(base -> base.write(out));
        return out.toBytes();
    }

    static BaselinePass of(byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        BaselinePass pass = new BaselinePass(in.text(), in.text(), in.flag(), in.count(), List.of());
        for (int left = in.size(); left > 0; left--) {
            pass = pass.from(new Earlier(in.text(), in.text(), in.text()));
        }
        in.requireEnd();
        return pass;
    }
}
