package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is to be known of all sides together before their figures are believed, in sentences. Stateless. */
final class SideCaveats {
    /** Mean lengths that differ by a larger share than drawn lengths and early ends of answers explain. */
    private static final double FAR = 0.05;

    private SideCaveats() {}

    private record Origin(List<String> tools, List<String> lacks) {}

    /** Whether sides answered at the same length, and which are of other tools. */
    static List<String> of(List<ComparedSide> sides) {
        return Stream.concat(outputLengths(sides), origins(sides)).toList();
    }

    /** One for each load that two sides ran with answers of other lengths: an answer of fewer tokens is over sooner, whatever the configuration. */
    private static Stream<String> outputLengths(List<ComparedSide> sides) {
        ComparedSide base = sides.get(0);
        return sides.stream()
                .skip(1)
                .flatMap(side -> side.loads().stream().flatMap(load -> outputLengths(base, side, load).stream()));
    }

    private static Optional<String> outputLengths(ComparedSide base, ComparedSide side, LoadLevel load) {
        OptionalDouble there = perAnswer(base.stepsAt(load));
        OptionalDouble here = perAnswer(side.stepsAt(load));
        return there.isPresent() && here.isPresent() && isFar(there.getAsDouble(), here.getAsDouble())
                ? Optional.of("answers at " + load.format() + " are not of the same length: "
                        + ValueText.digits(there.getAsDouble()) + " output tokens on average in " + base.name()
                        + " and " + ValueText.digits(here.getAsDouble()) + " in " + side.name()
                        + ". This alone changes E2E and token rates")
                : Optional.empty();
    }

    private static boolean isFar(double one, double other) {
        return Math.abs(one - other) > FAR * Math.max(one, other);
    }

    /** Empty where no tokens are known. */
    private static OptionalDouble perAnswer(List<MeasuredStep> all) {
        List<StepCountsRow> counts = all.stream()
                .filter(step -> !step.hasUnfitTokens())
                .map(step -> step.counts())
                .toList();
        long ok = counts.stream().mapToLong(StepCountsRow::ok).sum();
        long tokens = counts.stream().mapToLong(StepCountsRow::outputTokens).sum();
        return ok == 0 || tokens == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) tokens / ok);
    }

    /** One for all sides of the same tools that lack the same; none where Tidemark measured everything. */
    private static Stream<String> origins(List<ComparedSide> sides) {
        Map<Origin, List<String>> alike = sides.stream()
                .filter(side -> imports(side).findAny().isPresent())
                .collect(Collectors.groupingBy(
                        SideCaveats::origin,
                        LinkedHashMap::new,
                        Collectors.mapping(ComparedSide::name, Collectors.toList())));
        return alike.entrySet().stream().map(entry -> description(entry.getValue(), entry.getKey()));
    }

    private static Stream<ImportRow> imports(ComparedSide side) {
        return side.runs().stream().flatMap(run -> run.row().imported().stream());
    }

    private static Origin origin(ComparedSide side) {
        return new Origin(
                imports(side).map(ImportRow::tool).distinct().toList(),
                imports(side).flatMap(mark -> mark.lacks().stream()).distinct().toList());
    }

    private static String description(List<String> names, Origin origin) {
        String lacks = origin.lacks().isEmpty() ? "" : ": " + String.join("; ", origin.lacks());
        return names.stream().collect(Collectors.joining(", ", "", names.size() == 1 ? " was" : " were"))
                + " imported from " + String.join(", ", origin.tools()) + lacks;
    }
}
