package io.tidemark.analysis.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A side's figures by question, one per run. */
final class SideAnswers {
    private final Map<Question, List<Answer>> byQuestion = new TreeMap<>();

    /** One run's answer; several figures of the run are one by their mean. */
    record Answer(String run, Optional<Instant> startedAt, List<Figure> figures) {
        double value() {
            return figures.stream().mapToDouble(Figure::value).average().orElseThrow();
        }

        /** Of the mean of its figures. */
        double ownVariance() {
            return figures.stream().mapToDouble(Figure::ownVariance).sum() / figures.size() / figures.size();
        }

        ScaledRun on(Scale scale) {
            double variance = scale.scaledVariance(value(), ownVariance());
            boolean hasOwnError = figures.stream().allMatch(Figure::hasOwnError);
            return new ScaledRun(run, startedAt, scale.scaled(value()), variance, hasOwnError);
        }
    }

    SideAnswers(Side side) {
        for (RunFigures run : side.runs()) {
            Map<Question, List<Figure>> ofRun = new TreeMap<>();
            run.figures()
                    .forEach(figure -> ofRun.computeIfAbsent(figure.question(), question -> new ArrayList<>())
                            .add(figure));
            ofRun.forEach((question, figures) -> byQuestion
                    .computeIfAbsent(question, it -> new ArrayList<>())
                    .add(new Answer(run.run(), run.startedAt(), figures)));
        }
    }

    Set<Question> questions() {
        return byQuestion.keySet();
    }

    Answers to(Question question) {
        List<Answer> answers = answers(question);
        List<Double> values = answers.stream().map(Answer::value).toList();
        double center = Scale.of(question.measure().family(), values, List.of())
                .map(scale -> scale.unscaled(answers.stream()
                        .mapToDouble(it -> scale.scaled(it.value()))
                        .average()
                        .orElse(0)))
                .orElse(0.0);
        long count = answers.stream()
                .flatMap(answer -> answer.figures().stream())
                .mapToLong(Figure::count)
                .sum();
        return new Answers(answers.stream().map(Answer::run).toList(), values, center, count);
    }

    List<ScaledRun> on(Scale scale, Question question) {
        return answers(question).stream().map(answer -> answer.on(scale)).toList();
    }

    /** The same as if each run had as many requests as any other: see {@link QuantileRank}. */
    List<ScaledRun> atTheirRank(Scale scale, Question question) {
        return answers(question).stream()
                .map(answer -> lower(question, answer)
                        .map(below -> QuantileRank.moved(answer.on(scale), quantile(question), count(answer), below))
                        .orElseGet(() -> answer.on(scale)))
                .toList();
    }

    /** Requests of a run, on average. */
    double requests(Question question) {
        return answers(question).stream()
                .mapToLong(SideAnswers::count)
                .average()
                .orElse(0);
    }

    /** The next lower quantile of the same run. */
    private Optional<QuantileRank.Below> lower(Question question, Answer answer) {
        return byQuestion.entrySet().stream()
                .filter(entry -> isLower(entry.getKey(), question))
                .max(Comparator.comparingDouble(entry -> quantile(entry.getKey())))
                .flatMap(entry -> entry.getValue().stream()
                        .filter(other -> other.run().equals(answer.run()) && other.value() > 0)
                        .findFirst()
                        .map(other -> new QuantileRank.Below(quantile(entry.getKey()), Math.log(other.value()))));
    }

    private static boolean isLower(Question one, Question than) {
        return one.measure().quantile().isPresent()
                && than.measure().quantile().isPresent()
                && one.measure().name().equals(than.measure().name())
                && one.loadKind() == than.loadKind()
                && one.load() == than.load()
                && one.requestClass().equals(than.requestClass())
                && quantile(one) < quantile(than);
    }

    private static double quantile(Question question) {
        return question.measure().quantile().orElse(0);
    }

    private static long count(Answer answer) {
        return answer.figures().stream().mapToLong(Figure::count).sum();
    }

    private List<Answer> answers(Question question) {
        return byQuestion.getOrDefault(question, List.of());
    }
}
