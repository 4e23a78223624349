package io.tidemark.analysis.compare;

import io.tidemark.events.ComparisonVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Runs per side that would decide a question if changes and spreads of runs stayed as they are. The verdict is asked itself: all questions of
 * the comparison are projected to so many runs by the formulas that they are compared by, corrected for how many they are, and judged. Power
 * at that number is about one half; plan for more. Not thread-safe.
 */
public final class RunsNeeded {
    /** Largest number that is worth naming. */
    public static final int MOST = 200;

    private final List<Draft> drafts;
    private final Differences differences;
    private final Map<Integer, List<ComparisonVerdict>> verdicts = new HashMap<>();

    RunsNeeded(List<Draft> drafts, Differences differences) {
        this.drafts = drafts;
        this.differences = differences;
    }

    /** Of the question at this place; empty where more than {@link #MOST} would be needed, or nothing tells how runs vary. */
    OptionalInt of(int place) {
        Draft draft = drafts.get(place);
        int from = Math.max(differences.policy().minimumRuns(), draft.runs().fewer() + 1);
        int oneMethod = Math.max(differences.policy().pairsFrom(), draft.runs().more());
        IntPredicate decides = runs -> verdictsWith(runs).get(place) != ComparisonVerdict.INCONCLUSIVE;
        OptionalInt few = IntStream.range(from, Math.min(oneMethod, MOST + 1))
                .filter(decides)
                .findFirst();
        int rest = Math.max(from, oneMethod);
        boolean isKnown = few.isPresent() || rest > MOST || !decides.test(MOST);
        return isKnown ? few : OptionalInt.of(fewest(decides, rest));
    }

    /** Of one method more runs never decide less. */
    private static int fewest(IntPredicate decides, int from) {
        int low = from;
        int high = MOST;
        while (low < high) {
            int middle = (low + high) / 2;
            if (decides.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private List<ComparisonVerdict> verdictsWith(int runs) {
        return verdicts.computeIfAbsent(runs, this::project);
    }

    private List<ComparisonVerdict> project(int runs) {
        ComparisonPolicy policy = differences.policy();
        List<Optional<Difference>> then = drafts.stream()
                .map(draft -> differences.grown(draft.question(), draft.runs(), runs))
                .toList();
        double[] adjusted = BenjaminiHochberg.adjusted(then.stream()
                .flatMap(Optional::stream)
                .mapToDouble(Difference::p)
                .toArray());
        List<ComparisonVerdict> projected = new ArrayList<>();
        int next = 0;
        for (int place = 0; place < drafts.size(); place++) {
            Draft draft = drafts.get(place);
            Optional<Difference> difference = then.get(place);
            if (difference.isEmpty()) {
                projected.add(ComparisonVerdict.INCONCLUSIVE);
                continue;
            }
            Change change = draft.change(difference.get(), policy.confidence()).adjusted(adjusted[next++]);
            double margin = policy.margins().of(draft.question().measure());
            projected.add(Verdicts.of(
                    change,
                    margin,
                    draft.question().measure().family().isWorse(change.value()),
                    policy.falseDiscoveryRate()));
        }
        return projected;
    }
}
