package io.tidemark.simulator.http.faultinjection;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.request.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The faults that were set and when each is on. Asked on every write, so it costs nothing while none is set. Thread-safe. */
public final class FaultSchedule {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SHARE_SCALE = 0x1p-53;

    private final NanoClock clock;
    private final long seed;
    private volatile List<ScheduledFault> scheduled = List.of();
    private int lastId;

    public FaultSchedule(NanoClock clock, long seed) {
        this.clock = clock;
        this.seed = seed;
    }

    /** A fault with its times on the server's clock; {@code everyNanos} is 0 for one that comes once. */
    public record ScheduledFault(int id, Fault fault, long fromNanos, long forNanos, long everyNanos) {
        boolean isActive(long nowNanos) {
            long sinceNanos = nowNanos - fromNanos;
            return sinceNanos >= 0 && (endless() || sinceOccurrence(sinceNanos) < forNanos);
        }

        boolean isExpired(long nowNanos) {
            return !endless() && everyNanos == 0 && nowNanos - fromNanos >= forNanos;
        }

        /** How often it has begun before. */
        long occurrence(long nowNanos) {
            return everyNanos == 0 ? 0 : (nowNanos - fromNanos) / everyNanos;
        }

        private long sinceOccurrence(long sinceNanos) {
            return everyNanos == 0 ? sinceNanos : sinceNanos % everyNanos;
        }

        private boolean endless() {
            return Double.isInfinite(fault.forSeconds());
        }

        String json(long nowNanos) {
            return "{\"fault\":" + JsonText.quoted(fault.text()) + ",\"on\":" + isActive(nowNanos) + change(nowNanos)
                    + "}";
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
            return isActive(nowNanos)
                    ? seconds("endsInSeconds", forNanos - sinceOccurrence(sinceNanos))
                    : seconds("beginsInSeconds", everyNanos - sinceOccurrence(sinceNanos));
        }

        private static String seconds(String name, long nanos) {
            return ",\"" + name + "\":" + Math.round(nanos / NANOS_PER_SECOND * 10) / 10.0;
        }
    }

    public synchronized ScheduledFault add(Fault fault) {
        long fromNanos = clock.nanos() + Math.round(fault.fromSeconds() * NANOS_PER_SECOND);
        long forNanos = Math.round(Math.min(fault.forSeconds(), 1e9) * NANOS_PER_SECOND);
        long everyNanos = Math.round(Math.min(fault.everySeconds(), 1e9) * NANOS_PER_SECOND);
        ScheduledFault added = new ScheduledFault(++lastId, fault, fromNanos, forNanos, everyNanos);
        List<ScheduledFault> all = new ArrayList<>(scheduled);
        all.removeIf(it -> it.isExpired(clock.nanos()));
        all.add(added);
        scheduled = List.copyOf(all);
        return added;
    }

    public synchronized void remove(FaultKind kind) {
        scheduled = scheduled.stream().filter(it -> it.fault().kind() != kind).toList();
    }

    public synchronized void clear() {
        scheduled = List.of();
    }

    /** The fault of this kind that is on; of several, the one that was set last. */
    public Optional<ScheduledFault> active(FaultKind kind) {
        return active(kind, fault -> true);
    }

    /** The same among those that are also so. */
    public Optional<ScheduledFault> active(FaultKind kind, Predicate<Fault> so) {
        List<ScheduledFault> all = scheduled;
        if (all.isEmpty()) {
            return Optional.empty();
        }
        long nowNanos = clock.nanos();
        return all.stream()
                .filter(it -> it.fault().kind() == kind && it.isActive(nowNanos) && so.test(it.fault()))
                .reduce((first, last) -> last);
    }

    /** How often this one has begun before. */
    long occurrence(ScheduledFault one) {
        return one.occurrence(clock.nanos());
    }

    /** The fault of this kind if it is on and hits this request; a request is hit or not for as long as the fault is set. */
    public Optional<Fault> hits(FaultKind kind, long request) {
        if (scheduled.isEmpty()) {
            return Optional.empty();
        }
        return active(kind)
                .filter(it -> drawn(it.id(), request) < it.fault().share())
                .map(ScheduledFault::fault);
    }

    /** Whether it has not been taken off. */
    public boolean contains(ScheduledFault one) {
        return scheduled.contains(one);
    }

    /** Factor on the duration of steps. */
    public double stepTimeFactor() {
        return active(FaultKind.SLOW_TOKENS).map(it -> it.fault().number()).orElse(1.0);
    }

    /** What is left of the accelerators' clock, a share. */
    public double clockShare() {
        return active(FaultKind.THROTTLE).map(it -> it.fault().number()).orElse(1.0);
    }

    public String json() {
        long nowNanos = clock.nanos();
        return scheduled.stream()
                .filter(it -> !it.isExpired(nowNanos))
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
