package io.tidemark.analysis.compare;

import io.tidemark.events.ComparisonVerdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A candidate side against its base, at every selected question that both answered.
 *
 * @param order how the runs lay in time
 * @param compared by load, class and measure
 * @param onlyInBase selected questions that the candidate did not answer, or that cannot be compared as the base's answer is 0
 * @param onlyInCandidate selected questions that the base did not answer
 * @param notAsked questions that both answered but that are not selected
 */
public record RunComparison(
        String base,
        String candidate,
        ComparisonPolicy policy,
        RunOrder order,
        List<Compared> compared,
        List<Question> onlyInBase,
        List<Question> onlyInCandidate,
        List<Question> notAsked) {
    public RunComparison {
        compared = List.copyOf(compared);
        onlyInBase = List.copyOf(onlyInBase);
        onlyInCandidate = List.copyOf(onlyInCandidate);
        notAsked = List.copyOf(notAsked);
    }

    /** Without anything known of how runs of the experiment differ. */
    public static RunComparison of(Side base, Side candidate, ComparisonPolicy policy) {
        return of(base, candidate, policy, RunVariance.NONE);
    }

    /**
     * @param learned what too few runs borrow; it may hold the two sides' own repeats only if they are not the ones compared here
     */
    public static RunComparison of(Side base, Side candidate, ComparisonPolicy policy, RunVariance learned) {
        SideAnswers before = new SideAnswers(base);
        SideAnswers after = new SideAnswers(candidate);
        Differences differences = new Differences(policy, learned);
        List<Draft> drafts = asked(policy, before.questions()).stream()
                .filter(after.questions()::contains)
                .flatMap(question -> Draft.of(question, before, after, differences).stream())
                .toList();
        Set<Question> unanswered = asked(policy, before.questions());
        drafts.forEach(draft -> unanswered.remove(draft.question()));
        Set<Question> added = asked(policy, after.questions());
        added.removeAll(before.questions());
        Set<Question> notAsked = new TreeSet<>(before.questions());
        notAsked.retainAll(after.questions());
        notAsked.removeIf(policy.selection()::asks);
        return new RunComparison(
                base.name(),
                candidate.name(),
                policy,
                RunOrder.of(base, candidate),
                new Decision(differences).of(drafts),
                List.copyOf(unanswered),
                List.copyOf(added),
                List.copyOf(notAsked));
    }

    /** Why nothing was compared; empty where something was. */
    public Optional<String> nothingCompared() {
        if (!compared.isEmpty()) {
            return Optional.empty();
        }
        if (notAsked.isEmpty()) {
            return Optional.of("they have no load and metric in common");
        }
        boolean means = notAsked.stream()
                .anyMatch(question -> question.measure().family() == Family.LATENCY
                        && question.measure().quantile().isEmpty());
        return Optional.of("both have " + Wording.few(notAsked) + ", but the policy does not ask for that"
                + (means ? " (figures.means: true asks for means)" : " (its figures say what it asks)"));
    }

    /**
     * What the order of the runs leaves open, and what to do about it; empty where the sides swapped turns, and for one run a side, of which one
     * is always first.
     */
    public Optional<String> orderDoubt() {
        boolean repeated = compared.stream()
                .anyMatch(
                        one -> one.base().runs().size() + one.candidate().runs().size() > 2);
        boolean doubtful = order == RunOrder.ONE_AFTER_THE_OTHER || order == RunOrder.SAME_SIDE_FIRST;
        return doubtful && repeated
                ? Optional.of(order.words() + "; let the sides swap turns (base, candidate, candidate, base, ...)")
                : Optional.empty();
    }

    /** Those with a verdict. */
    public List<Compared> with(ComparisonVerdict verdict) {
        return compared.stream().filter(one -> one.verdict() == verdict).toList();
    }

    private static Set<Question> asked(ComparisonPolicy policy, Set<Question> questions) {
        Set<Question> asked = new TreeSet<>(questions);
        asked.removeIf(question -> !policy.selection().asks(question));
        return asked;
    }
}
