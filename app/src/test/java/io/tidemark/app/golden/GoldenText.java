package io.tidemark.app.golden;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What is compared of a text: JSON on several lines, without what is of one machine or one moment. */
final class GoldenText {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** Letters of a chart have the widths of the machine's fonts. In JSON a line break is an escape. */
    private static final Pattern SVG = Pattern.compile("(?s)<svg\\b.*?</svg(\\s|\\\\n)*>");

    private static final Pattern STYLE = Pattern.compile("(?s)<style>.*?</style>");

    private static final Pattern WALL_TIME =
            Pattern.compile("in \\d+(\\.\\d+)? s of wall time( \\(\\d+(\\.\\d+)? times as fast\\))?");

    /** How far a breach had gone when its alert was first seen depends on how fast the machine is. */
    private static final Pattern EVIDENCE =
            Pattern.compile("(over [\\w ]+ is ).*?95 % interval [\\d.]+ % to [\\d.]+ %");

    /** With what pads the column, whose width is that of the longest. */
    private static final Pattern AGE = Pattern.compile("\\d+ (s|min|h|d) ago +|(?<=run {26})started +");

    /** Who made a change, and on which machine. */
    private static final Pattern CHANGED_BY =
            Pattern.compile("(?m)(?<=  by )\\S+ on \\S+$|(?<=\"(user|host)\" : )\"[^\"]+\"");

    private GoldenText() {}

    static String normalised(String text, Path home) {
        String placed = text.replace(home.toString(), "HOME")
                .replace(RepositoryFiles.path("").toString(), "REPOSITORY");
        String plain = STYLE.matcher(SVG.matcher(placed).replaceAll("<svg/>")).replaceAll("<style/>");
        String timeless = WALL_TIME.matcher(plain).replaceAll("in some wall time");
        String ageless = AGE.matcher(timeless).replaceAll("AGE   ");
        String anonymous = CHANGED_BY.matcher(ageless).replaceAll("SOMEBODY");
        return EVIDENCE.matcher(anonymous).replaceAll("$1VALUE");
    }

    /** An object or array of JSON with its members each on a line of its own; any other text as it is. */
    static String pretty(String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return text;
        }
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            return text;
        }
    }
}
