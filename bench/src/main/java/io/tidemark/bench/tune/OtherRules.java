package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialPurpose;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.analysis.tune.TrialResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;

/** What the same server time finds by rules that are in use elsewhere. */
final class OtherRules {
    private static final int BURST = 1_000;
    private static final int PROMPTS = 100;
    private static final double RESET_SECONDS = 5;

    private OtherRules() {}

    /**
     * The default and then candidates in random order, one capacity search each, until the time is over; the highest value that was measured
     * wins, and is said to be better if it is another than the default's.
     */
    static Found randomSearch(
            MeasuredSpace space, Starts starts, double budgetSeconds, double searchSeconds, long seed) {
        double spent = 0;
        int made = 0;
        Candidate best = space.standard();
        double most = 0;
        for (Candidate candidate : shuffled(space, seed)) {
            if (spent + Machine.START_SECONDS + searchSeconds > budgetSeconds) {
                break;
            }
            made++;
            TrialResult result = starts.start(new TrialRequest(
                    made,
                    candidate,
                    TrialPurpose.SPREAD,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    searchSeconds));
            spent += result.seconds();
            if (result.outcome() instanceof TrialOutcome.Measured seen && seen.value() > most) {
                most = seen.value();
                best = candidate;
            }
        }
        return new Found(best, !best.isDefault(), spent, made, Optional.empty());
    }

    /**
     * auto_tune.sh (vllm-project/vllm, benchmarks/auto_tune): for each configuration a thousand prompts at once; if their latency is beyond the limit, a
     * hundred prompts at the whole number of requests per second above the throughput that was seen, and at one less each time, until the limit holds;
     * the highest throughput wins. Its limit on P99 of E2E is here the plan's own: so many of the prompts may break TTFT or TPOT. The configurations
     * come in random order, the default first, until the time is over. A thousand at once never hold here.
     */
    static Found autoTune(MeasuredSpace space, Machine machine, double budgetSeconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ServerEffects effects = new ServerEffects(machine, random);
        double spent = 0;
        int made = 0;
        Candidate best = space.standard();
        double most = 0;
        for (Candidate candidate : shuffled(space, seed)) {
            if (spent >= budgetSeconds) {
                break;
            }
            made++;
            double effect = effects.next();
            if (space.crash(candidate).isPresent()) {
                spent += Machine.CRASH_SECONDS;
                continue;
            }
            ResponseSurface surface = space.surface(candidate);
            double throughput = surface.burstPerSecond() * effect;
            spent += Machine.START_SECONDS + BURST / throughput;
            for (int rate = (int) throughput + 1; rate > 0; rate--) {
                double seconds = PROMPTS / (rate * gammaMean(random)) + tailSeconds(space);
                spent += seconds + RESET_SECONDS;
                if (isHeld(surface, rate / effect, random)) {
                    if (PROMPTS / seconds > most) {
                        most = PROMPTS / seconds;
                        best = candidate;
                    }
                    break;
                }
            }
        }
        return new Found(best, !best.isDefault(), spent, made, Optional.empty());
    }

    /** From an empty server on, as each of its measurements begins. */
    private static boolean isHeld(ResponseSurface surface, double load, SplittableRandom random) {
        SurfacePoint near = surface.nearest(load);
        double share = load <= near.load() ? Math.min(near.coldShare(), surface.share(load)) : surface.share(load);
        double cold = near.share() > 0 ? Math.min(share, near.coldShare() * surface.share(load) / near.share()) : share;
        double effect = Math.max(1, Math.min(PROMPTS, near.designEffect()));
        double bad = effect * Draws.poisson(PROMPTS * cold / effect, random);
        return bad <= PROMPTS * SimulatedWorkload.ALLOWED;
    }

    /** How much faster than asked a hundred arrivals of a Poisson process come. */
    private static double gammaMean(SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < PROMPTS; i++) {
            sum -= Math.log(1 - random.nextDouble());
        }
        return PROMPTS / sum;
    }

    /** From the last arrival to the last answer's end: half of what the limits allow. */
    private static double tailSeconds(MeasuredSpace space) {
        SimulatedWorkload workload = space.space().workload();
        return (workload.ttftSeconds() + workload.mostOutput() * workload.tpotSeconds()) / 2;
    }

    private static List<Candidate> shuffled(MeasuredSpace space, long seed) {
        List<Candidate> order = new ArrayList<>(space.candidates());
        order.remove(space.standard());
        Collections.shuffle(order, new Random(seed));
        order.add(0, space.standard());
        return order;
    }
}
