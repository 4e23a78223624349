package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Questions and changes as sentences name them. Stateless. */
public final class ComparisonText {
    static final int MAX_NAMED = 5;

    private ComparisonText() {}

    /** {@code ttft p99 at 2 req/s}. */
    public static String measure(MeasureAtLoad question) {
        String name = question.measure().label();
        String ofClass = question.requestClass().equals(RequestClass.ALL) ? "" : " of " + question.requestClass();
        return name + ofClass + load(question);
    }

    /** The first of them: {@code ttft p99 at 2 req/s, tpot p99 at 2 req/s and 4 more}. */
    public static String questionList(List<MeasureAtLoad> questions) {
        int named = Math.min(MAX_NAMED, questions.size());
        return questions.stream().limit(named).map(ComparisonText::measure).collect(Collectors.joining(", "))
                + (questions.size() > named ? " and " + (questions.size() - named) + " more" : "");
    }

    /**
     * {@code ttft p99 at 2 req/s +21.3 % (95 % CI +12.0 to +31.4 %, adjusted p 0.0021, 5 + 5 runs)}.
     *
     * @param confidence of the interval
     */
    public static String change(ComparedMeasure compared, double confidence) {
        MeasureChange change = compared.change();
        String unit = unit(compared.measure());
        String interval = change.low().isEmpty()
                ? "no interval"
                : String.format(
                        Locale.ROOT,
                        "%s %% CI %+.1f to %+.1f %s, %s %.2g",
                        ValueText.digits(confidence * 100),
                        change.low().getAsDouble() * 100,
                        change.high().orElseThrow() * 100,
                        unit,
                        change.adjustedP().isPresent() ? "adjusted p" : "p",
                        change.adjustedP().orElse(change.p().orElse(1)));
        return String.format(
                Locale.ROOT,
                "%s %+.1f %s (%s, %d + %d runs)",
                measure(compared.question()),
                change.value() * 100,
                unit,
                interval,
                compared.base().runs().size(),
                compared.candidate().runs().size());
    }

    /** The verdict, or that it is not worse by what blocks: REGRESSED, IMPROVED, EQUIVALENT, NOT WORSE, INCONCLUSIVE, SCREENING. */
    public static String verdict(ComparedMeasure compared) {
        boolean isNotWorse = compared.verdict() == ComparisonVerdict.INCONCLUSIVE && compared.isNotWorse();
        return isNotWorse ? "NOT WORSE" : compared.verdict().name();
    }

    /** Of its changes. */
    public static String unit(Measure measure) {
        return measure.family().isRelative() ? "%" : "points";
    }

    private static String load(MeasureAtLoad question) {
        if (question.measure().family() == MeasureFamily.CAPACITY) {
            return "";
        }
        if (question.loadKind() == LoadKind.UNKNOWN) {
            return "";
        }
        String load = ValueText.load(question.loadKind(), question.load());
        return ValueText.isAllAtOnce(question.loadKind(), question.load()) ? " " + load : " at " + load;
    }
}
