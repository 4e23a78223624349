package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.fixtures.RepositoryFiles;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each word of docs/reference/glossary.md has a type in docs/internals/types.md, and that type exists. */
final class GlossaryTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?!word|-)([^|]+) \\| ([^|]+) \\|$");

    @Test
    void everyWordStandsOnceAndHasAMeaningAndAType() {
        assertThat(words("docs/reference/glossary.md"))
                .hasSizeGreaterThan(50)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(words("docs/internals/types.md"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void theTypeOfAWordExists(String type) {
        assertThatCode(() -> Class.forName(type, false, GlossaryTest.class.getClassLoader()))
                .doesNotThrowAnyException();
    }

    static List<String> types() {
        return cells("docs/internals/types.md", 2).stream()
                .map(type -> type.replace("`", ""))
                .distinct()
                .toList();
    }

    private static List<String> words(String page) {
        return cells(page, 1);
    }

    private static List<String> cells(String page, int column) {
        return ROW.matcher(RepositoryFiles.read(page))
                .results()
                .map(row -> row.group(column))
                .toList();
    }
}
