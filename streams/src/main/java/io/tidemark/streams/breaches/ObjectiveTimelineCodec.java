package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.streams.objectives.BurnRate;
import io.tidemark.streams.objectives.ErrorBudgetCounts;
import io.tidemark.streams.objectives.EvidenceCounts;
import io.tidemark.streams.objectives.ObjectiveValue;
import io.tidemark.streams.objectives.WindowEvidence;
import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Bytes of an {@link ObjectiveTimeline}. */
public final class ObjectiveTimelineCodec {
    private static final int QUIET = 0;
    private static final int PENDING = 1;
    private static final int OPEN = 2;

    /** Codes on the wire are places in these lists; the schemas only add at their ends. */
    private static final List<Finality> FINALITIES = List.of(Finality.values());

    private static final List<ObjectiveStanding> STANDINGS = List.of(ObjectiveStanding.values());

    private static final List<BreachEnd> ENDS = List.of(BreachEnd.values());

    private ObjectiveTimelineCodec() {}

    public static byte[] encode(ObjectiveTimeline track) {
        ObjectiveTimeline.Saved saved = track.saved();
        WireWriter out = WireWriter.versioned().count(saved.head());
        out.count(saved.states().size());
        saved.states().forEach((second, state) -> state(out.count(second), state));
        breaches(out, saved.breaches());
        breaches(out, saved.published());
        burn(out, saved.burn());
        return out.toBytes();
    }

    /** @throws WireFormatException if these bytes were not written by {@link #encode} */
    public static ObjectiveTimeline decode(ObjectiveCondition watched, ErrorBudgetCounts budget, byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        return new ObjectiveTimeline(watched, budget, saved(in));
    }

    private static ObjectiveTimeline.Saved saved(WireReader in) {
        long head = in.count();
        NavigableMap<Long, EvaluationState> states = new TreeMap<>();
        for (int left = in.size(); left > 0; left--) {
            states.put(in.count(), state(in));
        }
        ObjectiveTimeline.Saved saved = new ObjectiveTimeline.Saved(head, states, breaches(in), breaches(in), burn(in));
        in.requireEnd();
        return saved;
    }

    private static void state(WireWriter out, EvaluationState state) {
        out.raw(STANDINGS.indexOf(state.standing()));
        out.count(state.flaps().seconds().size());
        state.flaps().seconds().forEach(out::count);
        if (state.alarm() instanceof AlertState.Pending pending) {
            out.raw(PENDING).count(pending.sinceSecond());
        } else if (state.alarm() instanceof AlertState.Open open) {
            breach(out.raw(OPEN), open.breach());
            out.optional(open.clearingSecond()).flag(open.held());
        } else {
            out.raw(QUIET);
        }
    }

    private static EvaluationState state(WireReader in) {
        int standing = in.raw();
        List<Long> flaps = new ArrayList<>();
        for (int left = in.size(); left > 0; left--) {
            flaps.add(in.count());
        }
        ObjectiveStanding shown = standing < STANDINGS.size() ? STANDINGS.get(standing) : ObjectiveStanding.UNKNOWN;
        return new EvaluationState(alarm(in), new FlapHistory(flaps), shown);
    }

    private static AlertState alarm(WireReader in) {
        int kind = in.raw();
        return switch (kind) {
            case QUIET -> new AlertState.Inactive();
            case PENDING -> new AlertState.Pending(in.count());
            case OPEN -> new AlertState.Open(breach(in), in.optional(), in.flag());
            default -> throw unknown(kind);
        };
    }

    private static void breaches(WireWriter out, NavigableMap<Long, Breach> breaches) {
        out.count(breaches.size());
        breaches.values().forEach(breach -> breach(out, breach));
    }

    private static NavigableMap<Long, Breach> breaches(WireReader in) {
        NavigableMap<Long, Breach> breaches = new TreeMap<>();
        for (int left = in.size(); left > 0; left--) {
            Breach breach = breach(in);
            breaches.put(breach.sinceSecond(), breach);
        }
        return breaches;
    }

    private static void breach(WireWriter out, Breach breach) {
        moment(out.count(breach.sinceSecond()), breach.opening());
        moment(out, breach.latest());
        figure(out, breach.worst());
        out.optional(breach.ending().closedSecond())
                .flag(breach.ending().flapping())
                .raw(FINALITIES.indexOf(breach.evidence()))
                .raw(ENDS.indexOf(breach.ending().by()));
    }

    private static Breach breach(WireReader in) {
        return new Breach(
                in.count(),
                moment(in),
                moment(in),
                figure(in),
                new Breach.Ending(in.optional(), in.flag(), FINALITIES.get(in.raw()), end(in)));
    }

    private static BreachEnd end(WireReader in) {
        int code = in.raw();
        return code < ENDS.size() ? ENDS.get(code) : BreachEnd.UNKNOWN;
    }

    private static void moment(WireWriter out, WindowEvidence moment) {
        figure(out.count(moment.second()), moment.value());
        EvidenceCounts counted = moment.counted();
        out.count(counted.count()).count(counted.bad()).count(counted.failed());
        out.count(counted.waiting()).count(counted.oldestNanos());
        burn(out, moment.burn());
    }

    private static WindowEvidence moment(WireReader in) {
        return new WindowEvidence(
                in.count(),
                figure(in),
                new EvidenceCounts(in.count(), in.count(), in.count(), in.count(), in.count()),
                burn(in));
    }

    private static void burn(WireWriter out, Optional<BurnRate> burn) {
        out.flag(burn.isPresent());
        burn.ifPresent(rates -> rates.write(out));
    }

    private static Optional<BurnRate> burn(WireReader in) {
        return in.flag() ? Optional.of(BurnRate.read(in)) : Optional.empty();
    }

    private static void figure(WireWriter out, ObjectiveValue figure) {
        out.count(Double.doubleToLongBits(figure.value())).flag(figure.lowerBound());
    }

    private static ObjectiveValue figure(WireReader in) {
        return new ObjectiveValue(Double.longBitsToDouble(in.count()), in.flag());
    }

    private static WireFormatException unknown(int kind) {
        return WireFormatException.unknown("an alarm has kind " + kind);
    }
}
