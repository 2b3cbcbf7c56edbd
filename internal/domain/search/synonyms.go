package search

// synonyms are words that people use for one another. A query with one of them also finds what is labelled
// with the others, after what is labelled as asked. Each is written loosely folded and bare.
var synonyms = [][]string{
	{"tablet", "tablets", "pill", "pills", "caplet", "caplets", "قرص", "اقراص", "حبه", "حبوب", "حبات", "برشام"},
	{"capsule", "capsules", "softgel", "softgels", "كبسول", "كبسوله", "كبسولات"},
	{"syrup", "suspension", "شراب", "سيرو", "sirop", "دواء"},
	{"drops", "نقط", "قطره", "نقاط"},
	{"suppositories", "suppository", "تحاميل", "تحميله", "لبوس"},
	{"ointment", "pommade", "مرهم", "دهون"},
	{"cream", "creme", "كريم", "كريما"},
	{"shampoo", "شامبو", "شمبو"},
	{"soap", "bar", "صابون", "صابونه", "لوح"},
	{"toothpaste", "dentifrice", "معجون", "اسنان"},
	{"toothbrush", "فرشاه", "فرشايه"},
	{"mouthwash", "غسول", "مضمضه", "غرغره"},
	{"deodorant", "antiperspirant", "deo", "ديودوران", "مزيل", "عرق"},
	{"plaster", "plasters", "bandaid", "bandaids", "strips", "لصقه", "لصقات", "لزقه", "لزقات", "بلاستر"},
	{"patch", "patches", "لصقه", "لصقات", "لزقه", "لزقات"},
	{"bandage", "wrap", "رباط", "ضماد"},
	{"gauze", "شاش", "ضماد"},
	{"tape", "شريط", "لاصق", "تيب"},
	{"cotton", "قطن"},
	{"thermometer", "ميزان", "حراره", "ترمومتر"},
	{"cough", "سعال", "سعله", "كحه", "قحه", "toux"},
	{"cold", "flu", "colds", "زكام", "رشح", "انفلونزا", "كريب", "grippe", "rhume", "كولد"},
	{"nasal", "nose", "nez", "انف", "منخار"},
	{"throat", "lozenges", "حلق", "بلعوم"},
	{"sinus", "congestion", "جيوب", "احتقان", "سينوس", "ساينس"},
	{"allergy", "حساسيه"},
	{"migraine", "شقيقه", "ميغرين"},
	{"baby", "babies", "infant", "infants", "bebe", "رضيع", "رضع", "بيبي", "طفل", "اطفال"},
	{"children", "kids", "child", "junior", "اولاد", "ولد", "اطفال", "طفل"},
	{"men", "رجال", "رجل"},
	{"women", "نساء", "سيدات", "نسائي", "feminine"},
	{"maternal", "pregnancy", "pregnant", "pregnacare", "حامل", "حمل"},
	{"multivitamin", "multivitamins", "فيتامينات", "متعدد"},
	{"vitamin", "vit", "vitamine", "فيتامين"},
	{"sunscreen", "sunblock", "sun", "spf", "soleil", "solaire", "واقي", "شمس", "حمايه"},
	{"moisturizer", "moisturiser", "moisturizing", "moisturising", "hydrating", "مرطب"},
	{"lip", "lips", "شفاه", "شفايف"},
	{"hair", "شعر"},
	{"dandruff", "قشره"},
	{"skin", "بشره", "جلد"},
	{"nails", "اظافر", "ضوافر"},
	{"pads", "فوط", "always", "اولويز"},
	{"sanitizer", "sanitiser", "معقم"},
	{"antiseptic", "disinfectant", "مطهر", "معقم"},
	{"wipes", "مناديل", "محارم"},
	{"burn", "burns", "حروق", "حرق"},
	{"mosquito", "insect", "repellent", "برغش", "ناموس", "بعوض"},
	{"omega", "اوميغا", "اوميجا", "cod", "سمك", "الحوت", "حوت"},
	{"iron", "حديد", "fer"},
	{"zinc", "زنك"},
	{"magnesium", "مغنيسيوم", "ماغنيزيوم", "مغنيزيوم"},
	{"calcium", "كالسيوم"},
	{"paracetamol", "acetaminophen", "باراسيتامول"},
	{"aspirin", "اسبرين", "اسبيرين"},
	{"pressure", "ضغط", "tension"},
	{"diaper", "nappy", "حفاض", "حفاضات"},
	{"effervescent", "فوار", "فواره"},
	{"mg", "ملغ", "ملجم", "مجم", "مغ", "ملغم"},
	{"g", "غ", "غرام", "جرام", "غم", "جم", "gr"},
	{"mcg", "مكغ", "ميكروغرام"},
}

var synonymsOf = func() map[string][]string {
	all := map[string][]string{}
	for _, group := range synonyms {
		for _, word := range group {
			for _, other := range group {
				if other != word {
					all[word] = append(all[word], other)
				}
			}
		}
	}
	return all
}()
