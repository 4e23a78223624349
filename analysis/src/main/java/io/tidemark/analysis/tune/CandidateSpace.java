package io.tidemark.analysis.tune;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The candidates, and by how much they differ in each flag: squared distances from 0 to 1.
 *
 * <p>Numbers lie between the flag's least and greatest value, on the scale of the logarithm where these differ by a factor of
 * {@value #LOGARITHM_FROM} or more. A flag that is left out has an unknown number, so it differs from each by half the distance to the middle and
 * half of all. Anything else, and a flag that another rules out, is the same or differs by 1.
 */
final class CandidateSpace {
    private static final double LOGARITHM_FROM = 4;
    private static final double MIDDLE = 0.5;

    private final List<Candidate> candidates;
    private final int standard;
    private final Map<String, Integer> places = new HashMap<>();
    private final double[][][] distances;

    CandidateSpace(List<Candidate> candidates) {
        this.candidates = List.copyOf(candidates);
        Set<String> names = new HashSet<>();
        for (Candidate candidate : candidates) {
            if (!names.add(candidate.name())) {
                throw new IllegalArgumentException(
                        "configurations must have names of their own but \"" + candidate.name() + "\" occurs twice");
            }
            places.put(candidate.name(), places.size());
        }
        this.standard = IntStream.range(0, candidates.size())
                .filter(it -> candidates.get(it).isDefault())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the " + candidates.size()
                        + " configurations must hold the default, with every flag left out, but do not"));
        if (candidates.size() < 2) {
            throw new IllegalArgumentException("there is nothing to tune: the default is the only configuration");
        }
        SortedSet<String> flags = new TreeSet<>();
        candidates.forEach(it -> flags.addAll(it.flags().keySet()));
        this.distances = flags.stream().map(this::distances).toArray(double[][][]::new);
    }

    int size() {
        return candidates.size();
    }

    int flags() {
        return distances.length;
    }

    Candidate candidate(int place) {
        return candidates.get(place);
    }

    int standard() {
        return standard;
    }

    /** Of a candidate that a result is of. */
    int place(Candidate candidate) {
        Integer place = places.get(candidate.name());
        if (place == null || !candidates.get(place).equals(candidate)) {
            throw new IllegalArgumentException(
                    "configuration \"" + candidate.name() + "\" " + candidate.flags() + " is none of the space");
        }
        return place;
    }

    double squaredDistance(int flag, int one, int other) {
        return distances[flag][one][other];
    }

    /** Over all flags. */
    double squaredDistance(int one, int other) {
        double sum = 0;
        for (double[][] ofFlag : distances) {
            sum += ofFlag[one][other];
        }
        return sum;
    }

    private double[][] distances(String flag) {
        double[] numbers = numbers(flag);
        double[][] squared = new double[candidates.size()][candidates.size()];
        for (int one = 0; one < squared.length; one++) {
            for (int other = 0; other < one; other++) {
                squared[one][other] = squaredDistance(flag, numbers, one, other);
                squared[other][one] = squared[one][other];
            }
        }
        return squared;
    }

    private double squaredDistance(String flag, double[] numbers, int one, int other) {
        String value = candidates.get(one).flags().getOrDefault(flag, "");
        String against = candidates.get(other).flags().getOrDefault(flag, "");
        if (value.equals(against)) {
            return 0;
        }
        if (numbers.length == 0 || value.isEmpty() || against.isEmpty()) {
            return 1;
        }
        boolean eitherIsDefault = value.equals(Candidate.LEFT_OUT) || against.equals(Candidate.LEFT_OUT);
        double apart = numbers[one] - numbers[other];
        return eitherIsDefault ? (apart * apart + 1) / 2 : apart * apart;
    }

    /** From 0 to 1, in the middle where there is none; empty if the flag has another value than numbers. */
    private double[] numbers(String flag) {
        double[] values = new double[candidates.size()];
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int at = 0; at < values.length; at++) {
            String text = candidates.get(at).flags().getOrDefault(flag, "");
            values[at] = Double.NaN;
            if (!text.isEmpty() && !text.equals(Candidate.LEFT_OUT)) {
                values[at] = number(text);
                if (Double.isNaN(values[at])) {
                    return new double[0];
                }
                least = Math.min(least, values[at]);
                most = Math.max(most, values[at]);
            }
        }
        boolean logarithm = least > 0 && most >= least * LOGARITHM_FROM;
        double from = logarithm ? Math.log(least) : least;
        double width = (logarithm ? Math.log(most) : most) - from;
        for (int at = 0; at < values.length; at++) {
            double value = logarithm ? Math.log(values[at]) : values[at];
            values[at] = Double.isNaN(value) || !(width > 0) ? MIDDLE : (value - from) / width;
        }
        return values;
    }

    private static double number(String text) {
        try {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) ? value : Double.NaN;
        } catch (NumberFormatException notOne) {
            return Double.NaN;
        }
    }
}
