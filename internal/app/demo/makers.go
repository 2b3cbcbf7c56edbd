package demo

import (
	"slices"

	"dawa/internal/base/text"
)

// maker is who makes a generated product. Apart from the six brands of the shop they are
// invented.
type maker struct {
	code string
	name text.Pair
	// in are the categories it works in; none means all.
	in []string
}

var makers = []maker{
	{"PAN", text.Pair{English: "Panadol", Arabic: "بنادول"}, []string{"pain_killers", "colds"}},
	{"ADV", text.Pair{English: "Advil", Arabic: "أدفيل"}, []string{"pain_killers", "colds"}},
	{"CEN", text.Pair{English: "Centrum", Arabic: "سنتروم"}, []string{"vitamins"}},
	{"DOV", text.Pair{English: "Dove", Arabic: "دوف"}, []string{"body_care", "hygiene"}},
	{"VIC", text.Pair{English: "Vichy", Arabic: "فيشي"}, []string{"body_care"}},
	{"HNS", text.Pair{English: "Head and Shoulders", Arabic: "هيد اند شولدرز"}, []string{"hygiene"}},
	{"CDR", text.Pair{English: "Cedar Pharma", Arabic: "سيدر فارما"}, nil},
	{"LVT", text.Pair{English: "Levant Labs", Arabic: "مختبرات ليفانت"}, nil},
	{"BYB", text.Pair{English: "Byblos Health", Arabic: "بيبلوس هيلث"}, nil},
	{"QDS", text.Pair{English: "Qadisha", Arabic: "قاديشا"}, nil},
	{"BQA", text.Pair{English: "Bekaa Care", Arabic: "بقاع كير"}, nil},
	{"SNN", text.Pair{English: "Sannine", Arabic: "صنّين"}, nil},
	{"ARZ", text.Pair{English: "Arzalia", Arabic: "أرزاليا"}, nil},
	{"TYR", text.Pair{English: "Tyrmed", Arabic: "تيرميد"}, nil},
	{"SDN", text.Pair{English: "Sidonia", Arabic: "صيدونيا"}, nil},
	{"ORO", text.Pair{English: "Orontes", Arabic: "أورونتس"}, nil},
	{"ZYT", text.Pair{English: "Zaytuna", Arabic: "زيتونة"}, nil},
	{"SHF", text.Pair{English: "Shifamed", Arabic: "شفاميد"}, nil},
	{"NAB", text.Pair{English: "Nabd Pharma", Arabic: "نبض فارما"}, nil},
	{"HKM", text.Pair{English: "Hakim Labs", Arabic: "مختبرات حكيم"}, nil},
	{"RAZ", text.Pair{English: "Razi Care", Arabic: "رازي كير"}, nil},
	{"SIN", text.Pair{English: "Sinova", Arabic: "سينوفا"}, nil},
	{"MED", text.Pair{English: "Mediterra", Arabic: "ميديتيرا"}, nil},
	{"VIT", text.Pair{English: "Vitalba", Arabic: "فيتالبا"}, nil},
	{"ALP", text.Pair{English: "Alpenmed", Arabic: "ألبنميد"}, nil},
	{"NOR", text.Pair{English: "Nordhaven", Arabic: "نوردهافن"}, nil},
	{"LUM", text.Pair{English: "Lumivie", Arabic: "لوميفي"}, nil},
	{"SOL", text.Pair{English: "Solvera", Arabic: "سولفيرا"}, nil},
	{"CAL", text.Pair{English: "Calmara", Arabic: "كالمارا"}, nil},
	{"PRO", text.Pair{English: "Provita", Arabic: "بروفيتا"}, nil},
	{"ECO", text.Pair{English: "Ecoderma", Arabic: "إيكوديرما"}, nil},
	{"AQU", text.Pair{English: "Aquilla", Arabic: "أكويلا"}, nil},
	{"BIO", text.Pair{English: "Biolevant", Arabic: "بيوليفانت"}, nil},
	{"FAM", text.Pair{English: "Familia Care", Arabic: "فاميليا كير"}, nil},
	{"OLV", text.Pair{English: "Olivar", Arabic: "أوليفار"}, nil},
	{"JAS", text.Pair{English: "Yasmina", Arabic: "ياسمينا"}, nil},
	{"TRB", text.Pair{English: "Tripolis", Arabic: "تريبوليس"}, nil},
	{"GLD", text.Pair{English: "Goldleaf", Arabic: "غولدليف"}, nil},
	{"KAY", text.Pair{English: "Kayan Health", Arabic: "كيان هيلث"}, nil},
	{"SAF", text.Pair{English: "Safadi Pharma", Arabic: "صفدي فارما"}, nil},
}

func makersOf(category string) []maker {
	var those []maker
	for _, m := range makers {
		if m.in == nil || slices.Contains(m.in, category) {
			those = append(those, m)
		}
	}
	return those
}

// varietiesOf are the kinds in which a thing is sold: medicines by effect, the rest by scent or
// purpose.
func varietiesOf(e *entry) []text.Pair {
	switch {
	case len(e.ActiveIngredients) > 0:
		return medicineVarieties
	case e.Category == "first_aid":
		return firstAidVarieties
	default:
		return careVarieties
	}
}

var (
	medicineVarieties = []text.Pair{
		{}, {English: "Plus", Arabic: "بلس"}, {English: "Forte", Arabic: "فورت"}, {English: "Extra", Arabic: "إكسترا"},
		{English: "Max", Arabic: "ماكس"}, {English: "Rapid", Arabic: "رابيد"}, {English: "Night", Arabic: "ليلي"},
		{English: "Junior", Arabic: "جونيور"}, {English: "Retard", Arabic: "ممتد المفعول"},
		{English: "Sugar-Free", Arabic: "بدون سكر"},
	}
	careVarieties = []text.Pair{
		{English: "Aloe Vera", Arabic: "بالألوفيرا"}, {English: "Olive", Arabic: "بزيت الزيتون"},
		{English: "Chamomile", Arabic: "بالبابونج"}, {English: "Shea", Arabic: "بزبدة الشيا"},
		{English: "Lavender", Arabic: "بالخزامى"}, {English: "Coconut", Arabic: "بجوز الهند"},
		{English: "Citrus", Arabic: "بالحمضيات"}, {English: "Honey", Arabic: "بالعسل"},
		{English: "Oat", Arabic: "بالشوفان"}, {English: "Rose", Arabic: "بماء الورد"},
	}
	firstAidVarieties = []text.Pair{
		{English: "Classic", Arabic: "كلاسيك"}, {English: "Sensitive", Arabic: "للبشرة الحساسة"},
		{English: "Waterproof", Arabic: "مقاوم للماء"}, {English: "Strong", Arabic: "قوي"},
		{English: "Kids", Arabic: "للأولاد"}, {English: "Large", Arabic: "كبير"}, {English: "Flexible", Arabic: "مرن"},
		{English: "Sterile", Arabic: "معقّم"}, {English: "Travel", Arabic: "للسفر"},
		{English: "Sport", Arabic: "سبورت"},
	}
)
