package io.tidemark.streams.regression;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;

/**
 * A walk over the phases of an experiment, all of which are to be compared with a base that has a new result. It goes in parts, in the order of
 * the phases' names. If the base has another result on the way, the walk goes around once more, to where it was then.
 *
 * @param done phase that was compared last; empty before the first by name
 * @param end phase that is compared last; empty for the last by name
 * @param around whether the walk began again at the first name, so that it ends at {@code end}
 * @param atMillis when the base's result came, milliseconds since the epoch
 */
record BasePass(String done, String end, boolean around, long atMillis) {
    private static final int VERSION = 1;

    static BasePass begun(long atMillis) {
        return new BasePass("", "", false, atMillis);
    }

    /** The base has another result. */
    BasePass again(long nowMillis) {
        return new BasePass(done, done, false, nowMillis);
    }

    BasePass after(String phase) {
        return new BasePass(phase, end, around, atMillis);
    }

    /** At the last name: whether it goes on at the first. */
    boolean goesAround() {
        return !around && !end.isEmpty();
    }

    BasePass fromTheFirst() {
        return new BasePass("", end, true, atMillis);
    }

    /** Whether this phase is still to be compared. */
    boolean includes(String phase) {
        return !around || phase.compareTo(end) <= 0;
    }

    byte[] toBytes() {
        return new WireWriter()
                .raw(VERSION)
                .text(done)
                .text(end)
                .flag(around)
                .count(atMillis)
                .toBytes();
    }

    static BasePass of(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        in.version(VERSION);
        BasePass pass = new BasePass(in.text(), in.text(), in.flag(), in.count());
        in.requireEnd();
        return pass;
    }
}
