package io.tidemark.simulator.http;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.Fault;
import io.tidemark.simulator.config.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The faults that were set and when each is on. Asked on every write, so it costs nothing while none is set. Thread-safe. */
final class FaultBoard {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SHARE_SCALE = 0x1p-53;

    private final NanoClock clock;
    private final long seed;
    private volatile List<Posted> posted = List.of();
    private int lastId;

    FaultBoard(NanoClock clock, long seed) {
        this.clock = clock;
        this.seed = seed;
    }

    /** A fault with its times on the server's clock; {@code everyNanos} is 0 for one that comes once. */
    record Posted(int id, Fault fault, long fromNanos, long forNanos, long everyNanos) {
        boolean on(long nowNanos) {
            long sinceNanos = nowNanos - fromNanos;
            return sinceNanos >= 0 && (endless() || inTurn(sinceNanos) < forNanos);
        }

        boolean over(long nowNanos) {
            return !endless() && everyNanos == 0 && nowNanos - fromNanos >= forNanos;
        }

        /** How often it has begun before. */
        long turn(long nowNanos) {
            return everyNanos == 0 ? 0 : (nowNanos - fromNanos) / everyNanos;
        }

        private long inTurn(long sinceNanos) {
            return everyNanos == 0 ? sinceNanos : sinceNanos % everyNanos;
        }

        private boolean endless() {
            return Double.isInfinite(fault.forSeconds());
        }

        String json(long nowNanos) {
            return "{\"fault\":" + Json.quoted(fault.text()) + ",\"on\":" + on(nowNanos) + change(nowNanos) + "}";
        }

        /** When it next comes or goes, if it does. */
        private String change(long nowNanos) {
            long sinceNanos = nowNanos - fromNanos;
            if (sinceNanos < 0) {
                return seconds("beginsInSeconds", -sinceNanos);
            }
            if (endless()) {
                return "";
            }
            return on(nowNanos)
                    ? seconds("endsInSeconds", forNanos - inTurn(sinceNanos))
                    : seconds("beginsInSeconds", everyNanos - inTurn(sinceNanos));
        }

        private static String seconds(String name, long nanos) {
            return ",\"" + name + "\":" + Math.round(nanos / NANOS_PER_SECOND * 10) / 10.0;
        }
    }

    synchronized Posted post(Fault fault) {
        long fromNanos = clock.nanos() + Math.round(fault.fromSeconds() * NANOS_PER_SECOND);
        long forNanos = Math.round(Math.min(fault.forSeconds(), 1e9) * NANOS_PER_SECOND);
        long everyNanos = Math.round(Math.min(fault.everySeconds(), 1e9) * NANOS_PER_SECOND);
        Posted added = new Posted(++lastId, fault, fromNanos, forNanos, everyNanos);
        List<Posted> all = new ArrayList<>(posted);
        all.removeIf(it -> it.over(clock.nanos()));
        all.add(added);
        posted = List.copyOf(all);
        return added;
    }

    synchronized void takeOff(FaultKind kind) {
        posted = posted.stream().filter(it -> it.fault().kind() != kind).toList();
    }

    synchronized void clear() {
        posted = List.of();
    }

    /** The fault of this kind that is on; of several, the one that was set last. */
    Optional<Posted> on(FaultKind kind) {
        return on(kind, fault -> true);
    }

    /** The same among those that are also so. */
    Optional<Posted> on(FaultKind kind, Predicate<Fault> so) {
        List<Posted> all = posted;
        if (all.isEmpty()) {
            return Optional.empty();
        }
        long nowNanos = clock.nanos();
        return all.stream()
                .filter(it -> it.fault().kind() == kind && it.on(nowNanos) && so.test(it.fault()))
                .reduce((first, last) -> last);
    }

    /** How often this one has begun before. */
    long turn(Posted one) {
        return one.turn(clock.nanos());
    }

    /** The fault of this kind if it is on and hits this request; a request is hit or not for as long as the fault is set. */
    Optional<Fault> hits(FaultKind kind, long request) {
        if (posted.isEmpty()) {
            return Optional.empty();
        }
        return on(kind).filter(it -> drawn(it.id(), request) < it.fault().share())
                .map(Posted::fault);
    }

    /** Whether it has not been taken off. */
    boolean holds(Posted one) {
        return posted.contains(one);
    }

    /** Factor on the duration of steps. */
    double slowness() {
        return on(FaultKind.SLOW_TOKENS).map(it -> it.fault().number()).orElse(1.0);
    }

    /** What is left of the accelerators' clock, a share. */
    double clockShare() {
        return on(FaultKind.THROTTLE).map(it -> it.fault().number()).orElse(1.0);
    }

    String json() {
        long nowNanos = clock.nanos();
        return posted.stream()
                .filter(it -> !it.over(nowNanos))
                .map(it -> it.json(nowNanos))
                .collect(Collectors.joining(",", "{\"faults\":[", "]}"));
    }

    /** A number in [0, 1) that depends on the seed, the fault and the request alone. */
    private double drawn(int fault, long request) {
        long z = seed + request * 0x9e3779b97f4a7c15L + fault * 0xd1342543de82ef95L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return ((z ^ (z >>> 31)) >>> 11) * SHARE_SCALE;
    }
}
