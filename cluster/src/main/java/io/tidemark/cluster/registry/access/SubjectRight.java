package io.tidemark.cluster.registry.access;

import java.util.Comparator;
import java.util.Optional;

/**
 * One operation on the subjects of a pattern. Capital letters count, and a subject is a name, not a path: nothing in it is resolved.
 *
 * @param subjects a subject, or the beginning of subjects and {@code *}
 */
public record SubjectRight(SubjectOperation operation, String subjects) implements Comparable<SubjectRight> {
    private static final String ANY = "*";
    private static final Comparator<SubjectRight> ORDER =
            Comparator.comparing(SubjectRight::subjects).thenComparing(SubjectRight::operation);

    /** Of an administrator. */
    public static final SubjectRight EVERYTHING = new SubjectRight(SubjectOperation.ALL, ANY);

    public SubjectRight {
        if (subjects.isBlank() || subjects.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "subjects of a right must be a name, or a beginning and *, but were \"" + subjects + "\"");
        }
    }

    /** {@code Read tidemark.perf.*}. */
    public static SubjectRight parse(String text) {
        String[] words = text.split(" ", 2);
        if (words.length < 2) {
            throw new IllegalArgumentException(
                    "a right must be an operation and subjects, such as \"Read tidemark.perf.*\", but was \"" + text
                            + "\"");
        }
        return new SubjectRight(SubjectOperation.parse(words[0]), words[1]);
    }

    boolean allows(SubjectOperation asked, String subject) {
        return operation.implies(asked)
                && beginning().map(subject::startsWith).orElseGet(() -> subjects.equals(subject));
    }

    boolean allowsOnAll(SubjectOperation asked) {
        return operation.implies(asked) && subjects.equals(ANY);
    }

    /** Whether it is about nothing but subjects that begin so. */
    public boolean isWithin(String prefix) {
        return beginning().orElse(subjects).startsWith(prefix);
    }

    /** Whether it is about any subject that begins so. */
    public boolean reaches(String prefix) {
        return isWithin(prefix) || beginning().filter(prefix::startsWith).isPresent();
    }

    private Optional<String> beginning() {
        return subjects.endsWith(ANY) ? Optional.of(subjects.substring(0, subjects.length() - 1)) : Optional.empty();
    }

    @Override
    public int compareTo(SubjectRight other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return operation.word() + " " + subjects;
    }
}
