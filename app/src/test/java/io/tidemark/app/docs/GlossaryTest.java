package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.fixtures.RepositoryFiles;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each word of docs/reference/glossary.md has a type, and that type exists. */
final class GlossaryTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?!word|-)([^|]+) \\| ([^|]+) \\| ([^|]*) \\|$");
    private static final Pattern TYPE = Pattern.compile("`(io\\.tidemark\\.[A-Za-z.]+)`");

    @Test
    void everyWordHasAMeaningAndAType() {
        assertThat(rows()).hasSizeGreaterThan(50).allSatisfy(row -> {
            assertThat(row.meaning()).isNotBlank();
            assertThat(row.type()).matches(TYPE);
        });
    }

    @Test
    void everyWordStandsOnce() {
        assertThat(rows()).extracting(Row::word).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("types")
    void theTypeOfAWordExists(String type) {
        assertThatCode(() -> Class.forName(type, false, GlossaryTest.class.getClassLoader()))
                .doesNotThrowAnyException();
    }

    static List<String> types() {
        return rows().stream()
                .flatMap(row -> TYPE.matcher(row.type()).results())
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    private static List<Row> rows() {
        return ROW.matcher(RepositoryFiles.read("docs/reference/glossary.md"))
                .results()
                .map(found -> new Row(found.group(1), found.group(2), found.group(3)))
                .toList();
    }

    private record Row(String word, String meaning, String type) {}
}
