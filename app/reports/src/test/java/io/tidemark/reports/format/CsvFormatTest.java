package io.tidemark.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvFormatTest {
    @Test
    void whatHoldsACommaAQuoteOrALineEndIsQuoted() {
        assertThat(CsvFormat.line(List.of("a", "b,c", "d\"e", "f\ng"))).isEqualTo("a,\"b,c\",\"d\"\"e\",\"f\ng\"\r\n");
    }

    @Test
    void aTextThatASpreadsheetWouldRunIsMarkedAsTextAndANumberIsNot() {
        assertThat(CsvFormat.line(List.of("=HYPERLINK(A1)", "@x", "+cmd", "-x", "-1.5", "+2e-3", "1e9", "")))
                .isEqualTo("'=HYPERLINK(A1),'@x,'+cmd,'-x,-1.5,+2e-3,1e9,\r\n");
    }
}
